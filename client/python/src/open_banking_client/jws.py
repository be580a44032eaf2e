"""Signatures of JSON web tokens (RFC 7519), and public keys of issuers (RFC 7517)."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any, Union, cast

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from .settings import PrivateKey
from .untrusted import parsed_json

_COORDINATE_BYTES = 32
_HASH_BYTES = 32
_Key = Union[ec.EllipticCurvePrivateKey, ed25519.Ed25519PrivateKey, rsa.RSAPrivateKey]


def base64url(data: bytes) -> str:
    """Base64 of RFC 4648 §5 without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def base64url_decoded(text: str) -> bytes:
    """The bytes of a base64url text. Raises ValueError where it is none."""
    if not all(character.isascii() and (character.isalnum() or character in "-_") for character in text):
        raise ValueError("not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def sha256(text: str) -> str:
    """The hash of a text, base64url."""
    return base64url(hashlib.sha256(text.encode()).digest())


def _number(member: object) -> int:
    return int.from_bytes(base64url_decoded(str(member)), "big")


def _encoded(number: int, size: int | None = None) -> str:
    return base64url(number.to_bytes(size or (number.bit_length() + 7) // 8, "big"))


class SigningKey:
    """A private key that signs JSON web tokens."""

    def __init__(self, key: PrivateKey) -> None:
        self._key = _from_jwk(key) if isinstance(key, Mapping) else _from_pem(key)
        kid = key.get("kid") if isinstance(key, Mapping) else None
        self.key_id = kid if isinstance(kid, str) else None

    @property
    def algorithm(self) -> str:
        """ES256, EdDSA or PS256, by the kind of the key."""
        if isinstance(self._key, ec.EllipticCurvePrivateKey):
            return "ES256"
        return "EdDSA" if isinstance(self._key, ed25519.Ed25519PrivateKey) else "PS256"

    @property
    def public_jwk(self) -> dict[str, str]:
        """The public half as a JWK, with only what checking a signature needs."""
        if isinstance(self._key, ed25519.Ed25519PrivateKey):
            return {"kty": "OKP", "crv": "Ed25519", "x": base64url(self._key.public_key().public_bytes_raw())}
        if isinstance(self._key, ec.EllipticCurvePrivateKey):
            point = self._key.public_key().public_numbers()
            return {
                "kty": "EC",
                "crv": "P-256",
                "x": _encoded(point.x, _COORDINATE_BYTES),
                "y": _encoded(point.y, _COORDINATE_BYTES),
            }
        numbers = self._key.public_key().public_numbers()
        return {"kty": "RSA", "n": _encoded(numbers.n), "e": _encoded(numbers.e)}

    def token(self, header: Mapping[str, Any], claims: Mapping[str, Any]) -> str:
        """A signed token (compact serialization)."""
        parts = [{"alg": self.algorithm, **header}, dict(claims)]
        signed = ".".join(base64url(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        return f"{signed}.{base64url(self._signature(signed.encode()))}"

    def _signature(self, data: bytes) -> bytes:
        if isinstance(self._key, ed25519.Ed25519PrivateKey):
            return self._key.sign(data)
        if isinstance(self._key, ec.EllipticCurvePrivateKey):
            numbers = decode_dss_signature(self._key.sign(data, ec.ECDSA(hashes.SHA256())))
            return b"".join(number.to_bytes(_COORDINATE_BYTES, "big") for number in numbers)
        return self._key.sign(data, padding.PSS(padding.MGF1(hashes.SHA256()), _HASH_BYTES), hashes.SHA256())


def _checked(key: object) -> _Key:
    if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
        return key
    if isinstance(key, (ed25519.Ed25519PrivateKey, rsa.RSAPrivateKey)):
        return key
    raise ValueError("The private key has to be EC P-256, Ed25519 or RSA")


def _from_pem(key: str | bytes) -> _Key:
    return _checked(serialization.load_pem_private_key(key.encode() if isinstance(key, str) else key, None))


def _from_jwk(jwk: Mapping[str, Any]) -> _Key:
    if jwk.get("kty") == "OKP" and jwk.get("crv") == "Ed25519":
        return ed25519.Ed25519PrivateKey.from_private_bytes(base64url_decoded(jwk["d"]))
    if jwk.get("kty") == "EC" and jwk.get("crv") == "P-256":
        public = ec.EllipticCurvePublicNumbers(_number(jwk["x"]), _number(jwk["y"]), ec.SECP256R1())
        return ec.EllipticCurvePrivateNumbers(_number(jwk["d"]), public).private_key()
    if jwk.get("kty") != "RSA":
        raise ValueError("The private key has to be EC P-256, Ed25519 or RSA")
    n, e, d, p, q, dp, dq, qi = (_number(jwk[name]) for name in ("n", "e", "d", "p", "q", "dp", "dq", "qi"))
    return rsa.RSAPrivateNumbers(p, q, d, dp, dq, qi, rsa.RSAPublicNumbers(e, n)).private_key()


def _public_point(jwk: Mapping[str, Any]) -> ec.EllipticCurvePublicKey | None:
    x, y = jwk.get("x"), jwk.get("y")
    if not isinstance(x, str) or not isinstance(y, str):
        return None
    try:
        return ec.EllipticCurvePublicNumbers(_number(x), _number(y), ec.SECP256R1()).public_key()
    except ValueError:
        return None


def is_signed_es256(jwk: Mapping[str, Any], data: bytes, signature: bytes) -> bool:
    """True for the signature of an EC key on P-256 over data. False for keys of other kinds too."""
    if jwk.get("kty") != "EC" or jwk.get("crv") != "P-256" or len(signature) != 2 * _COORDINATE_BYTES:
        return False
    public = _public_point(jwk)
    if public is None:
        return False
    r, s = (int.from_bytes(part, "big") for part in (signature[:_COORDINATE_BYTES], signature[_COORDINATE_BYTES:]))
    try:
        public.verify(encode_dss_signature(r, s), data, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def header_of(encoded: str) -> dict[str, Any]:
    """The header of a token. Raises ValueError where it is not an object in JSON."""
    header = parsed_json(base64url_decoded(encoded))
    if not isinstance(header, dict):
        raise ValueError("the header is no object")
    return cast("dict[str, Any]", header)
