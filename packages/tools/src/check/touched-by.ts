import { type CallId, callLike, type Resource, type TaskId } from '@convene/domain'
import type { CheckRequest } from '@convene/engine'
import { bashTool } from '../bash/bash-tool.ts'
import { readMarks } from '../change/read-marks.ts'
import { toolHost } from '../host/tool-host.ts'
import { readTool } from '../read/read-tool.ts'
import type { Tool } from '../tool.ts'
import { webfetchTool } from '../web/webfetch-tool.ts'
import type { CheckRunnerOptions } from './check-runner.ts'

const nobody = { task: 'check' as TaskId, call: 'check' as CallId, agent: 'convene' }

/** What a check would touch, as the tool sees it that would do the same for an agent. Nothing runs. */
export async function touchedBy(
  { home, environment, allowHosts, bounds }: CheckRunnerOptions,
  { session, workspace, check }: CheckRequest,
): Promise<readonly Resource[]> {
  const call = callLike(check)
  if (!call) return []
  const { tool, input } = call
  const own = await bounds?.(session)
  const guard = { allowHosts: await allowHosts(workspace) }
  const tools = [readTool({ home, marks: readMarks(home) }), bashTool({ home, environment }), webfetchTool({ guard })]
  const host = toolHost({ tools: tools as readonly Tool[], home, ...(own && { bounds: async () => own }) })
  return host.inspect({ ...nobody, session, workspace, tool, input })
}
