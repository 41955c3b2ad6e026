import type { ProviderReach } from './provider-kind.ts'

/** These refuse a history in which a call lacks the reasoning that led to it. */
const WANTS = /deepseek|kimi|glm|minimax|mimo/i
/** Hosts of the same models that refuse the field. */
const REFUSES = /groq|cerebras/i

/** Whether a model behind a chat API gets its `reasoning_content` back. */
export const returnsReasoning = (
  model: string,
  { name, baseURL = '' }: Pick<ProviderReach, 'name' | 'baseURL'>,
): boolean => WANTS.test(model) && !REFUSES.test(name) && !REFUSES.test(baseURL)
