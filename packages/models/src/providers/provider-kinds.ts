import { a2a } from './kinds/a2a.ts'
import { anthropic } from './kinds/anthropic.ts'
import { azure } from './kinds/azure.ts'
import { bedrock } from './kinds/bedrock.ts'
import { google } from './kinds/google.ts'
import { llamacpp } from './kinds/llamacpp.ts'
import { lmstudio } from './kinds/lmstudio.ts'
import { mistral } from './kinds/mistral.ts'
import { ollama } from './kinds/ollama.ts'
import { openai } from './kinds/openai.ts'
import { openaiCompatible } from './kinds/openai-compatible.ts'
import { openrouter } from './kinds/openrouter.ts'
import type { ProviderKind } from './kinds/provider-kind.ts'

/** Every built-in kind of provider, in the order in which a default model is looked for. */
export const providerKinds = {
  anthropic,
  openai,
  google,
  mistral,
  openrouter,
  azure,
  bedrock,
  ollama,
  lmstudio,
  llamacpp,
  'openai-compatible': openaiCompatible,
  a2a,
} satisfies Readonly<Record<string, ProviderKind>>

export type ProviderType = keyof typeof providerKinds

export const isProviderType = (name: string): name is ProviderType => Object.hasOwn(providerKinds, name)
export const providerKindOf = (type: ProviderType): ProviderKind => providerKinds[type]
export const providerTypes = Object.keys(providerKinds) as ProviderType[]
