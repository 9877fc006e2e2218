"""The estimators: pure functions from outcomes to numbers with n and a 95 % interval."""
