import { withoutEnd } from '@convene/domain'
import type { Fetch } from '../../transport/fetch-document.ts'
import { ollamaModel } from '../ollama/ollama-model.ts'
import { type OllamaServer, ollamaWindow, USUAL_WINDOW } from '../ollama/ollama-window.ts'
import { openChatServer } from './open-chat-server.ts'
import type { OpenProvider, ProviderKind, ProviderReach } from './provider-kind.ts'

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
  window: (reach, model, fetch) => ollamaWindow(serverAt(reach, fetch), model, reach.context?.(model)),
  open: async (reach, fetch) => (reach.api === 'chat' ? openChatServer(reach, fetch) : openNative(reach, fetch)),
}

/** Asks for each model's window once. A model that is pulled again may have another one after a restart. */
function openNative(reach: ProviderReach, fetch: Fetch): OpenProvider {
  const server = serverAt(reach, fetch)
  const windows = new Map<string, Promise<number>>()
  const windowOf = (model: string): Promise<number> => {
    const asked = async () => (await ollamaWindow(server, model, reach.context?.(model))) ?? USUAL_WINDOW
    const known = windows.get(model) ?? asked()
    windows.set(model, known)
    return known
  }
  return { choose: (model) => ollamaModel(server, model, () => windowOf(model)), flatResults: true }
}

const serverAt = ({ baseURL = '', headers, apiKey }: ProviderReach, fetch: Fetch): OllamaServer => ({
  root: baseURL.replace(/\/v1$/, ''),
  headers: { ...(apiKey && { authorization: `Bearer ${apiKey}` }), ...headers },
  fetch,
})

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
