import { sendThrough } from '../../transport/guarded-fetch.ts'
import { a2aModel } from '../a2a/a2a-model.ts'
import type { ProviderKind } from './provider-kind.ts'

export const a2a: ProviderKind = {
  label: 'A2A agent',
  needs: [[]],
  needsAddress: true,
  sees: () => false,
  open: async ({ baseURL = '', apiKey, headers }, fetch) => {
    const own = { ...(apiKey && { authorization: `Bearer ${apiKey}` }), ...headers }
    const send = sendThrough(fetch)
    return { choose: (skill) => a2aModel({ address: baseURL, headers: own, send, skill }) }
  },
}
