"""For the committee that looks after the rules: lists compared, forecasts scored, a pool watched, a rule tried."""
