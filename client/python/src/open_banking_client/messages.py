"""The types of all messages: dictionaries, as JSON has them."""

from .generated.messages import *  # noqa: F403
