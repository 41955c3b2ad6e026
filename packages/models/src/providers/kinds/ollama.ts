import { withoutEnd } from '@convene/domain'
import type { ProviderKind } from '../provider-kind.ts'
import { openCompatible } from './open-compatible.ts'

export const ollama: ProviderKind = {
  label: 'Ollama',
  needs: [[]],
  addressVariable: 'OLLAMA_HOST',
  baseURL: 'http://127.0.0.1:11434',
  local: true,
  listsModels: true,
  fullAddress,
  sees: () => false,
  /** Its cloud models run elsewhere. */
  isFree: (model) => !/[-:]cloud$/.test(model),
  open: (reach, fetch) => openCompatible(reach, fetch),
}

function fullAddress(host: string): string {
  const hasScheme = /^\w+:\/\//.test(host)
  const written = hasScheme ? host : `http://${host.startsWith(':') ? `127.0.0.1${host}` : host}`
  if (!URL.canParse(written)) return host
  const url = new URL(written)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (!url.port && !hasScheme) url.port = '11434'
  const address = withoutEnd(url.href, '/')
  return address.endsWith('/v1') ? address : `${address}/v1`
}
