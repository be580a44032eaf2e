"""A typed client of an open-banking interface (Berlin Group NextGenPSD2), blocking and for asyncio."""

from . import messages
from .access import AsyncCustomerAccess, CustomerAccess
from .bank import AsyncBank, Bank
from .errors import (
    BankError,
    NoAnswerError,
    OAuthError,
    OpenBankingError,
    RateLimitError,
    RequestError,
    TppMessage,
    UnsavedGrantError,
    VerificationError,
)
from .facts import OperationFacts
from .generated.async_methods import AsyncCancellationAccess, AsyncConsentsAccess, AsyncMandatesAccess, AsyncPaymentsAccess
from .generated.grants import Authorization, Grant
from .generated.sync_methods import CancellationAccess, ConsentsAccess, MandatesAccess, PaymentsAccess
from .generated.table import OPERATIONS, ErrorCode, Issuer, RequestHeader
from .notifications import Notification
from .rate_limit import RateLimitWindow
from .settings import (
    AnswerEvent,
    CertificateFiles,
    ClientSecretBasic,
    ClientSecretPost,
    PrivateKeyJwt,
    Repetition,
    Settings,
    TlsClientAuth,
)

__all__ = [
    "OPERATIONS",
    "AnswerEvent",
    "AsyncBank",
    "AsyncCancellationAccess",
    "AsyncConsentsAccess",
    "AsyncCustomerAccess",
    "AsyncMandatesAccess",
    "AsyncPaymentsAccess",
    "Authorization",
    "Bank",
    "BankError",
    "CancellationAccess",
    "CertificateFiles",
    "ClientSecretBasic",
    "ClientSecretPost",
    "ConsentsAccess",
    "CustomerAccess",
    "ErrorCode",
    "Grant",
    "Issuer",
    "MandatesAccess",
    "NoAnswerError",
    "Notification",
    "OAuthError",
    "OpenBankingError",
    "OperationFacts",
    "PaymentsAccess",
    "PrivateKeyJwt",
    "RateLimitError",
    "RateLimitWindow",
    "Repetition",
    "RequestError",
    "RequestHeader",
    "Settings",
    "TlsClientAuth",
    "TppMessage",
    "UnsavedGrantError",
    "VerificationError",
    "messages",
]
