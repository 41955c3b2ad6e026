import { type AskReasoning, access, type ProviderKind } from './provider-kind.ts'
import { byName, reasoningBudget } from './reasoning.ts'

export const google: ProviderKind = {
  label: 'Google',
  needs: [['GOOGLE_GENERATIVE_AI_API_KEY'], ['GEMINI_API_KEY']],
  keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  keyForm: /^AIza/u,
  otherKeyVariables: ['GEMINI_API_KEY'],
  baseURL: 'https://generativelanguage.googleapis.com/v1beta',
  defaultModel: 'gemini-3.8-flash',
  sees: () => true,
  open: async (reach, fetch) => {
    const { createGoogle } = await import('@ai-sdk/google')
    return { choose: createGoogle(access(reach, fetch)), reasoning, summaries }
  },
}

/** Gemini 2.5 takes a thinking budget, later models a level. */
const reasoning: AskReasoning = (effort, thinking) =>
  effort === 'off' || !/gemini-2\.5/u.test(thinking.model)
    ? byName(effort, thinking)
    : {
        providerOptions: {
          google: { thinkingConfig: { thinkingBudget: reasoningBudget(thinking), includeThoughts: true } },
        },
      }

const summaries = { google: { thinkingConfig: { includeThoughts: true } } }
