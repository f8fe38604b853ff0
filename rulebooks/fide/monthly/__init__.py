"""FIDE's Rating Regulations effective from 1 March 2024 (B.02), 8.3.1 as amended on 1 October 2025: a list a month."""
