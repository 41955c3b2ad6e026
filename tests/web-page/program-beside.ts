import type { SessionId } from '@convene/domain'
import type { Model } from '@convene/engine'
import { optionalPackages } from '@convene/extensions'
import { openProgram, prepareRun } from '@convene/host'
import { expect, onTestFinished } from 'vitest'

type ProgramFolders = { readonly home: string; readonly workspace: string }

/** A second process on the same data, with the models of an editor, which only that process can call. */
export function programBeside({ home, workspace }: ProgramFolders, model: Model) {
  const provided = { models: { vscode: model } }
  const opened = openProgram({ optional: optionalPackages, home, workspace, environment: {}, version: '1', provided })
  onTestFinished(() => opened.close())
  return opened
}

/** A broadcast of two on such a model, once it has ended in that phase. */
export async function broadcastBeside(place: ProgramFolders, model: Model, phase: string): Promise<SessionId> {
  const opened = programBeside(place, model)
  const wish = { mode: 'broadcast', agents: ['architect', 'security'], model: 'vscode/gpt', interactive: true } as const
  const run = await prepareRun(opened.program, wish)
  if (!run.ok) throw new Error(run.refusal.message)
  const id = (await opened.program.ids()).next() as SessionId
  const engine = await opened.program.engine()
  const { workspace } = place
  await engine.resume(id, { type: 'create', goal: 'Split the monolith?', workspace, run: run.value.start })
  await expect.poll(async () => (await engine.state(id))?.run?.phase).toBe(phase)
  return id
}
