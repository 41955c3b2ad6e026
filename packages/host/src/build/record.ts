import type { BuildRecord, Result, Session } from '@convene/domain'
import type { Program } from '../program.ts'

/** Records what was done with a build. */
export async function recordBuild(program: Program, { id }: Session, build: BuildRecord): Promise<Result<true>> {
  const refusal = await (await program.engine()).send(id, { type: 'build', build })
  return refusal ? { ok: false, refusal } : { ok: true, value: true }
}
