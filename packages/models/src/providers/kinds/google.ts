import { access, type ProviderKind } from '../provider-kind.ts'

export const google: ProviderKind = {
  label: 'Google',
  needs: [['GOOGLE_GENERATIVE_AI_API_KEY'], ['GEMINI_API_KEY']],
  keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  otherKeyVariables: ['GEMINI_API_KEY'],
  baseURL: 'https://generativelanguage.googleapis.com/v1beta',
  defaultModel: 'gemini-3.8-flash',
  sees: () => true,
  open: async (reach, fetch) => {
    const { createGoogle } = await import('@ai-sdk/google')
    return { choose: createGoogle(access(reach, fetch)) }
  },
}
