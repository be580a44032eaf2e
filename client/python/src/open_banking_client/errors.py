"""The errors that this package raises."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal, TypedDict, Union, cast

import httpx

from .generated.grants import Grant
from .generated.table import ErrorCode
from .rate_limit import RateLimitWindow, rate_limit_windows, retry_after_seconds
from .untrusted import parsed_object

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class TppMessage(TypedDict):
    """One fault that the bank reports about a request."""

    category: Union[Literal["ERROR", "WARNING"], str]
    code: Union[ErrorCode, str]
    text: NotRequired[str]
    path: NotRequired[str]
    """A JSON Pointer into the body, or the name of a header or parameter."""
    href: NotRequired[str]
    """The page that explains the code, an address below the base URL."""


@dataclass(frozen=True)
class RefusedRequest:
    """A request with the answer that refuses it."""

    operation: str
    request_id: str
    status: int
    headers: httpx.Headers
    text: str


class OpenBankingError(Exception):
    """Any error of this package."""


class BankError(OpenBankingError):
    """The bank has refused a call."""

    def __init__(self, refused: RefusedRequest) -> None:
        self.operation = refused.operation
        self.request_id = refused.request_id
        """The bank finds the request under this id, and so do you in the portal's request log."""
        self.status = refused.status
        self.headers = refused.headers
        self.tpp_messages = _messages(refused.text)
        """All faults that the bank has found; empty where the answer comes from a server in between."""
        self.retry_after_seconds = retry_after_seconds(refused.headers)
        said = "".join(f" {_described(message)}" for message in self.tpp_messages)
        super().__init__(f"{self.operation} was answered {self.status}{said} (X-Request-ID {self.request_id})")

    @property
    def code(self) -> ErrorCode | str | None:
        """The code of the first fault."""
        return self.tpp_messages[0]["code"] if self.tpp_messages else None

    def has(self, code: ErrorCode) -> bool:
        """True where one of the faults has this code."""
        return any(message["code"] == code for message in self.tpp_messages)


class RateLimitError(BankError):
    """429: a limit of the operation, or the consent's unattended reads of 24 hours, are used up."""

    def __init__(self, refused: RefusedRequest) -> None:
        super().__init__(refused)
        self.windows: tuple[RateLimitWindow, ...] = rate_limit_windows(refused.headers)
        """The operation's windows; those with nothing `remaining` are used up."""


class NoAnswerError(OpenBankingError):
    """No answer arrived, after all repetitions. A write may have taken effect: repeat it with the same `request_id`."""

    def __init__(self, operation: str, request_id: str, cause: Exception) -> None:
        self.operation = operation
        self.request_id = request_id
        super().__init__(f"{operation}: no answer from the bank: {cause!r} (X-Request-ID {request_id})")


class RequestError(OpenBankingError):
    """The request cannot be sent, and was not: a header has a name or a value that HTTP does not carry. This error has no value."""


class OAuthError(OpenBankingError):
    """An issuer, or the customer on its pages, has refused: `error` of RFC 6749, such as `access_denied` or `invalid_grant`."""

    def __init__(self, error: str, description: str | None = None, status: int | None = None) -> None:
        self.error = error
        self.description = description
        self.status = status
        """The status of the issuer's answer; None where the customer came back with the error."""
        super().__init__(error if description is None else f"{error}: {description}")


class UnsavedGrantError(OpenBankingError):
    """`save_grant` has failed: the bank has issued these tokens, and only this error has them. `resume` continues with them."""

    def __init__(self, grant: Grant, cause: Exception) -> None:
        self.grant = grant
        super().__init__(f"The tokens of {grant['issuer']} {grant['resource_id']} could not be stored: {cause}")


class VerificationError(OpenBankingError):
    """Not from this bank, or not for you: an answer to another request, metadata of another issuer, a link, a notification."""


def bank_error(refused: RefusedRequest) -> BankError:
    """The error for a refusal, by its status."""
    return RateLimitError(refused) if refused.status == 429 else BankError(refused)


def _messages(text: str) -> tuple[TppMessage, ...]:
    messages = parsed_object(text).get("tppMessages")
    if not isinstance(messages, list):
        return ()
    # Members that are not of their type are left out: the answer may come from a server in between.
    found = [message for message in messages if isinstance(message, dict) and isinstance(message.get("code"), str)]
    texts = ({name: value for name, value in message.items() if isinstance(value, str)} for message in found)
    return cast("tuple[TppMessage, ...]", tuple(texts))


def _described(message: TppMessage) -> str:
    path = f" at {message['path']}" if "path" in message else ""
    return f"{message['code']}{path}: {message.get('text', '')}"
