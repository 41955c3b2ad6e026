import type { Tool } from './tool.ts'

/** What a tool does, apart from what it says of itself. */
export type ToolWork<Input> = Pick<Tool<Input>, 'inspect' | 'run'>

/** A tool that is offered at once and whose work is loaded with its first call: most runs use few of the tools they have. */
export function lazyTool<Input>(
  said: Omit<Tool<Input>, keyof ToolWork<Input>>,
  load: () => Promise<ToolWork<Input>>,
): Tool<Input> {
  let work: Promise<ToolWork<Input>> | undefined
  const loaded = () => {
    work ??= load()
    return work
  }
  return {
    ...said,
    inspect: async (input, context) => (await loaded()).inspect(input, context),
    run: async (input, context, signal) => (await loaded()).run(input, context, signal),
  }
}
