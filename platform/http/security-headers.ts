/** Features of browsers that our pages do not use. What a page embeds cannot use them either. */
const refusedFeatures = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'usb', 'xr-spatial-tracking'],
]

const twoYears = 2 * 365 * 24 * 60 * 60

/**
 * Headers of every reply. A page may set a policy of its own in place of this one.
 *
 * @param isSecure participants come by https only
 */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': refusedFeatures.map(name => `${name}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(isSecure && { 'strict-transport-security': `max-age=${twoYears}` }),
  }
}
