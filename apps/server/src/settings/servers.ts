import { doneAnswer, type Handlers, inPlace } from '../context.ts'

/** MCP servers in the settings: testing one, and approving its tools. */
export const serverHandlers: Handlers<'tryServer' | 'approveServer'> = {
  tryServer: (context, { workspace, name }) =>
    inPlace(context, workspace, async (place) => {
      const tried = await (await place.tools()).tryServer(name)
      if (!tried.ok) return tried
      const { problem = null, fingerprint, approved, tools, gone } = tried.value
      return {
        ok: true,
        value: { problem, fingerprint, approved, tools: tools.map((tool) => ({ ...tool })), gone: [...gone] },
      }
    }),
  approveServer: (context, { workspace, name, fingerprint }) =>
    inPlace(context, workspace, async (place) => {
      const approved = await (await place.tools()).approveServer(name, fingerprint)
      return approved.ok ? doneAnswer : approved
    }),
}
