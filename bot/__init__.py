"""The Discord side of Stationmaster: commands, buttons, notices and the stored games."""
