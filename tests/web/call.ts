import { CallId, SessionId, TaskId } from '@convene/domain'
import { type WebToolsOptions, webTools } from '@convene/tools'

const context = {
  session: SessionId.parse('ses_00000000000000000000000000'),
  task: TaskId.parse('tsk_00000000000000000000000000'),
  call: CallId.parse('call_1'),
  agent: 'researcher',
  workspace: '/',
}

/** Calls a web tool like the tool host, with its input parsed. */
export async function call(name: string, input: unknown, options: Partial<WebToolsOptions> = {}) {
  const tool = webTools({ environment: {}, ...options }).find((each) => each.name === name)
  if (!tool) throw new Error(`unknown tool ${name}`)
  return tool.run(await tool.input.parseAsync(input), context, new AbortController().signal)
}

/** Asks a tool what a call would touch. */
export async function inspect(name: string, input: unknown, options: Partial<WebToolsOptions> = {}) {
  const tool = webTools({ environment: {}, ...options }).find((each) => each.name === name)
  return tool?.inspect(await tool.input.parseAsync(input), context)
}
