"""Say what pages say in Finnish, Swedish and English."""
