import { access, type ProviderKind, unstored } from '../provider-kind.ts'

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
  fullAddress: (address) => (/\/openai(\/v1)?$/.test(address) ? address : `${address}/openai`),
  sees: () => true,
  open: async (reach, fetch) => {
    const { createAzure } = await import('@ai-sdk/azure')
    const { AZURE_OPENAI_API_VERSION: apiVersion, AZURE_RESOURCE_NAME: resourceName } = reach.variables
    const provider = createAzure({ ...access(reach, fetch), apiVersion, resourceName })
    if (reach.api === 'chat') return { choose: (model) => provider.chat(model), flatResults: true, renamesCalls: true }
    return { choose: (model) => provider.responses(model), options: unstored }
  },
}
