import type { Event, EventOf, Seat, ToolSpec } from '@convene/domain'
import type { RunContext } from './run-context.ts'

/** Span attributes, named by OpenTelemetry's conventions for generative AI if they define one. */
export type Attributes = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }

/** Provider names in the conventions, if they differ from ours. */
const providerNames: { readonly [ours: string]: string } = {
  azure: 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
  moonshot: 'moonshot_ai',
  xai: 'x_ai',
}

export const placeAttributes = ({ session, run, task }: Event): Attributes => ({
  'gen_ai.conversation.id': session,
  'convene.session.id': session,
  'convene.run.id': run,
  'convene.task.id': task,
})

export const workflowAttributes = (context: RunContext | undefined): Attributes => ({
  'gen_ai.operation.name': 'invoke_workflow',
  'gen_ai.workflow.name': context?.workflow,
  'convene.run.number': context?.number,
  'convene.run.mode': context?.mode,
})

export const totalAttributes = ({ data }: EventOf<'run.finished'>): Attributes => ({
  'convene.run.state': data.state,
  'convene.run.reason': data.reason,
  'convene.run.calls': data.totals.calls,
  'convene.cost_usd': data.totals.costUsd,
  'gen_ai.usage.input_tokens': data.totals.input,
  'gen_ai.usage.output_tokens': data.totals.output,
})

/** A seat keeps its model for a whole run, so an agent's span can name it. */
export const agentAttributes = (operation: 'invoke_agent' | 'plan', slug: string, seat?: Seat): Attributes => ({
  ...(seat && providerAttributes(seat.model)),
  'gen_ai.operation.name': operation,
  'gen_ai.agent.id': slug,
  'gen_ai.agent.name': seat?.name ?? slug,
  'gen_ai.agent.description': seat?.description || undefined,
})

export const modelAttributes = (name: string): Attributes => ({
  ...providerAttributes(name),
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.stream': true,
})

function providerAttributes(name: string): Attributes {
  const [ours = '', ...rest] = name.split('/')
  return { 'gen_ai.provider.name': providerNames[ours] ?? ours, 'gen_ai.request.model': rest.join('/') }
}

/** An MCP server's tool runs elsewhere: the conventions call that an extension. */
export function toolAttributes(tool: string, call: string, spec: ToolSpec | undefined): Attributes {
  const isServers = spec?.description.startsWith('[MCP server ') === true
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.id': call,
    'gen_ai.tool.type': isServers ? 'extension' : 'function',
    'gen_ai.tool.description': spec?.description.slice(0, 500),
    'mcp.method.name': isServers ? 'tools/call' : undefined,
  }
}

export const usageAttributes = ({ data }: EventOf<'usage'>): Attributes => ({
  'gen_ai.usage.input_tokens': data.input,
  'gen_ai.usage.output_tokens': data.output,
  'gen_ai.usage.cache_read.input_tokens': data.cached,
  'gen_ai.usage.cache_creation.input_tokens': data.cacheWrite,
  'convene.cost_usd': data.costUsd ?? undefined,
  'convene.usage.uncertain': data.uncertain,
})

const summed = ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens', 'convene.cost_usd']

/** An agent's usage so far, plus one more call. */
export function addedUsage(before: Attributes, call: Attributes): Attributes {
  const sums = summed.flatMap((name) => {
    const [sum, more] = [before[name] ?? 0, call[name]]
    return typeof sum === 'number' && typeof more === 'number' ? [[name, sum + more]] : []
  })
  return { ...before, ...Object.fromEntries(sums) }
}
