import { z } from 'zod'

export const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Secrets are sent there, so it must be encrypted, except on this machine. */
export const safeAddress = address.refine(
  (url) => !/^http:/i.test(url) || /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(URL.parse(url)?.hostname ?? ''),
  'must be an https address',
)

/** The address that people open: the proxy must serve it at its root. */
export const publicUrl = address.refine(
  (url) => URL.parse(url)?.href === `${URL.parse(url)?.origin}/`,
  'must be an address without a path or user name',
)

export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable, not the key itself')
