"""What users rely on of leagues."""
