"""Events while they run: how they stand, and at the doors of the service."""
