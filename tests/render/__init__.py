"""Tests of the pictures and their texts."""
