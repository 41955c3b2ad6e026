const everywhere: { readonly [name: string]: string } = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** A page may load what the server has and nothing else, and no other page may hold it. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every answer says to the browser; an answer to a call may be kept by nobody and run as nothing. */
export function securityHeaders(path: string): { readonly [name: string]: string } {
  if (!path.startsWith('/api/')) return { ...everywhere, 'content-security-policy': pagePolicy }
  return {
    ...everywhere,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
  }
}
