import type { Event, EventOf } from '@convene/domain'

/** Span attributes, named by OpenTelemetry's conventions for generative AI if they define one. */
export type Attributes = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }

/** Provider names in the conventions, if they differ from ours. */
const providerNames: { readonly [ours: string]: string } = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
}

export const placeAttributes = ({ session, run, task }: Event): Attributes => ({
  'gen_ai.conversation.id': session,
  'convene.session.id': session,
  'convene.run.id': run,
  'convene.task.id': task,
})

export const runAttributes = ({ data }: EventOf<'run.started'>): Attributes => ({
  'convene.run.number': data.number,
  'convene.run.mode': data.mode,
})

export const totalAttributes = ({ data }: EventOf<'run.finished'>): Attributes => ({
  'convene.run.state': data.state,
  'convene.run.reason': data.reason,
  'convene.run.calls': data.totals.calls,
  'convene.cost_usd': data.totals.costUsd,
  'gen_ai.usage.input_tokens': data.totals.input,
  'gen_ai.usage.output_tokens': data.totals.output,
})

export const agentAttributes = (agent: string): Attributes => ({
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': agent,
})

export function modelAttributes(name: string): Attributes {
  const [ours = '', ...rest] = name.split('/')
  const provider = providerNames[ours] ?? ours
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': provider,
    'gen_ai.system': provider,
    'gen_ai.request.model': rest.join('/'),
  }
}

export const toolAttributes = (tool: string, call: string): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': tool,
  'gen_ai.tool.call.id': call,
})

export const usageAttributes = ({ data }: EventOf<'usage'>): Attributes => ({
  'gen_ai.usage.input_tokens': data.input,
  'gen_ai.usage.output_tokens': data.output,
  'gen_ai.usage.cache_read.input_tokens': data.cached,
  'convene.cost_usd': data.costUsd ?? undefined,
  'convene.usage.uncertain': data.uncertain,
})

/** One message in the conventions' format: JSON of role and parts. */
export const messageAttribute = (role: 'user' | 'assistant', text: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content: text }] }])
