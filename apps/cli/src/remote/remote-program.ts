import type { Result } from '@convene/domain'
import type { ProgramStore } from '@convene/host'
import type { CliProgram } from '../program.ts'
import { printNote } from '../terminal/print.ts'
import { clientOf } from './login.ts'
import { remoteEngine } from './remote-engine.ts'
import { remoteLog } from './remote-log.ts'
import { type SavedLogin, savedToken } from './saved-login.ts'

/** The program with a server's sessions in place of those on this machine. */
export async function remoteProgram(program: CliProgram, { server }: SavedLogin): Promise<Result<CliProgram>> {
  const token = await savedToken(program)
  if (token === undefined)
    return {
      ok: false,
      refusal: { code: 'no_login', message: `The token for ${server} is gone. Log in again: convene login ${server}` },
    }
  const client = clientOf(server, token)
  const log = remoteLog(client)
  const engine = remoteEngine(client, log)
  const there = {
    remote: { server, client },
    store: async () => ({ log, ownership: { owned: async () => true }, notices: [] }) as unknown as ProgramStore,
    engine: async () => engine,
  }
  const at: CliProgram['at'] = (workspace) => ({ ...program.at(workspace), ...there, at })
  return { ok: true, value: { ...program, ...there, at } }
}

/** A command that only works locally says so once it uses this machine's sessions. */
export function notingLocal(program: CliProgram, { server }: SavedLogin): CliProgram {
  let isSaid = false
  const store: CliProgram['store'] = async () => {
    if (!isSaid) printNote(program, `Using the sessions on this machine, not those on ${server}.`)
    isSaid = true
    return program.store()
  }
  return { ...program, store }
}
