"""What pages say, in Finnish, Swedish and English."""
