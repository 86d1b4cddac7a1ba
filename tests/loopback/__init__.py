"""A loopback Discord: run the unmodified bot process against it and act as its users."""

from .faults import CALLBACK, MESSAGES, Fault
from .member import Member
from .process import BotProcess
from .server import TOKEN, LoopbackServer
from .views import Component, DriverError, Message, Reply, Response

__all__ = [
    "CALLBACK",
    "MESSAGES",
    "TOKEN",
    "BotProcess",
    "Component",
    "DriverError",
    "Fault",
    "LoopbackServer",
    "Member",
    "Message",
    "Reply",
    "Response",
]
