import type { Fetch } from '../../transport/fetch-document.ts'
import { openChatServer } from './open-chat-server.ts'
import { access, type OpenProvider, type ProviderKind, type ProviderReach, unstored } from './provider-kind.ts'
import { openaiSummaries } from './summaries.ts'

export const azure: ProviderKind = {
  label: 'Azure OpenAI',
  needs: [
    ['AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_ENDPOINT'],
    ['AZURE_API_KEY', 'AZURE_RESOURCE_NAME'],
  ],
  keyVariable: 'AZURE_OPENAI_API_KEY',
  otherKeyVariables: ['AZURE_API_KEY'],
  addressVariable: 'AZURE_OPENAI_ENDPOINT',
  alsoReads: ['AZURE_OPENAI_API_VERSION'],
  fullAddress,
  sees: () => true,
  /** A deployment can have any name. OpenAI's own models send no reasoning that could be sent back. */
  returnsReasoning: (_model, { api }) => api === 'chat',
  open: async (reach, fetch) => {
    if (reach.api === 'chat') return openChat(reach, fetch)
    const { createAzure } = await import('@ai-sdk/azure')
    const { AZURE_OPENAI_API_VERSION: apiVersion, AZURE_RESOURCE_NAME: resourceName } = reach.variables
    const provider = createAzure({ ...access(reach, fetch), apiVersion, resourceName })
    return { choose: (model) => provider.responses(model), options: unstored, summaries: openaiSummaries }
  },
}

/** A custom domain has the same paths, but the package adds the version only for Azure's own. */
function fullAddress(address: string): string {
  const whole = /\/openai(\/v1)?$/.test(address) ? address : `${address}/openai`
  const isOwn = URL.canParse(whole) && new URL(whole).hostname.endsWith('.azure.com')
  return isOwn || whole.endsWith('/v1') ? whole : `${whole}/v1`
}

/** The chat API of all deployments, including DeepSeek's, whose reasoning the Azure package does not read. */
function openChat(reach: ProviderReach, fetch: Fetch): Promise<OpenProvider> {
  const { AZURE_OPENAI_API_VERSION: version, AZURE_RESOURCE_NAME: resource } = reach.variables
  const given = reach.baseURL ?? `https://${resource}.openai.azure.com/openai`
  const baseURL = given.endsWith('/v1') ? given : `${given}/v1`
  const headers = { ...(reach.apiKey && { 'api-key': reach.apiKey }), ...reach.headers }
  const query = version ? { 'api-version': version } : undefined
  return openChatServer({ ...reach, apiKey: undefined, baseURL, headers }, fetch, { query })
}
