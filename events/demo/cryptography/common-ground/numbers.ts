/** `base ** exponent % modulus`. */
export function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

export function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b)
}

/** The number x with `a * x % modulus === 1`. */
export function inverse(a: bigint, modulus: bigint): bigint {
  let [r, next] = [modulus, a % modulus]
  let [t, nextT] = [0n, 1n]
  while (next !== 0n) {
    const quotient = r / next
    ;[r, next] = [next, r - quotient * next]
    ;[t, nextT] = [nextT, t - quotient * nextT]
  }
  return ((t % modulus) + modulus) % modulus
}
