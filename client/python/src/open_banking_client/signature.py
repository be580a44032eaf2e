"""Signatures of requests (Berlin Group, in the form of draft-cavage-http-signatures)."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from .settings import CertificateFiles

# Besides x-request-id and digest, which every signature covers.
_SIGNED_PREFIXES = ("consent-id", "psu-", "tpp-")


class RequestSigner:
    """Signs requests with the key of a certificate for seals."""

    def __init__(self, files: CertificateFiles) -> None:
        certificate = x509.load_pem_x509_certificate(Path(files.certificate_file).read_bytes())
        password = None if files.password is None else files.password.encode()
        key = serialization.load_pem_private_key(Path(files.private_key_file).read_bytes(), password)
        if not isinstance(key, rsa.RSAPrivateKey):
            raise ValueError("The key of the seal has to be RSA")
        if key.public_key() != certificate.public_key():
            raise ValueError("The key of the seal does not belong to its certificate")
        self._key = key
        self._certificate = base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode()
        key_id = f"SN={certificate.serial_number:X},CA={certificate.issuer.rfc4514_string()}"
        # Names with quotes or letters beyond ASCII cannot stand in a header as they are.
        self._key_id = key_id if key_id.isascii() and not set(key_id) & set('"\\%') else quote(key_id, safe="")

    def headers(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> dict[str, str]:
        """The headers that sign a request. `headers` has lower-case names."""
        digest = f"SHA-256={base64.b64encode(hashlib.sha256(body).digest()).decode()}"
        target = httpx.URL(url).raw_path.decode()
        fields = {
            "(request-target)": f"{method.lower()} {target}",
            "x-request-id": headers["x-request-id"],
            "digest": digest,
            **{name: value for name, value in headers.items() if name.startswith(_SIGNED_PREFIXES)},
        }
        text = "\n".join(f"{name}: {value}" for name, value in fields.items())
        signature = base64.b64encode(self._key.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256())).decode()
        return {
            "digest": digest,
            "signature": f'keyId="{self._key_id}",algorithm="rsa-sha256",headers="{" ".join(fields)}",signature="{signature}"',
            "tpp-signature-certificate": self._certificate,
        }
