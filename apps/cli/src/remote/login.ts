import { type Client, createClient, httpHost } from '@convene/protocol'
import type { Input } from '../command-line/input.ts'
import { askSecret } from '../keys/ask-secret.ts'
import type { Program } from '../program.ts'
import { exitCodeOf } from '../run/interrupts.ts'
import { printNote } from '../terminal/print.ts'
import { forgetLogin, savedLogin, saveLogin, serverOrigin } from './saved-login.ts'

/** `convene login`: lets this computer use a team server as you. */
export async function login(program: Program, input: Input): Promise<number> {
  const origin = serverOrigin(input.words[0] ?? '')
  if (!origin.ok) return program.refuse(origin.refusal)
  const server = origin.value
  const token = await pastedToken(program)
  if (typeof token === 'number') return token
  const who = await whoIs(clientOf(server, token))
  if (!who.ok) return program.refuse(who.refusal)
  const saved = await saveLogin(program, { server }, token)
  if (!saved.ok) return program.refuse(saved.refusal)
  program.terminal.err.write(`Logged in to ${server}${who.value}. The token is stored in ${saved.value}.\n`)
  printNote(program, 'Runs, sessions and approvals are now the server’s. Add --local for those on this machine.')
  return 0
}

/** `convene logout`: forgets the server and its token. */
export async function logout(program: Program): Promise<number> {
  const saved = savedLogin(program.home)
  if (!saved) {
    printNote(program, 'Not logged in to a server.')
    return 0
  }
  const forgotten = await forgetLogin(program)
  if (!forgotten.ok) return program.refuse(forgotten.refusal)
  program.terminal.err.write(`Logged out of ${saved.server}.\n`)
  return 0
}

export const clientOf = (server: string, token: string): Client => createClient(httpHost({ base: server, token }))

async function pastedToken(program: Program): Promise<string | number> {
  const { terminal } = program
  const given = terminal.canAsk ? await askSecret(program, 'Token: ') : await terminal.readAll()
  if (given === null) return exitCodeOf.SIGINT
  const token = given.trim()
  if (/^[\w-]+$/u.test(token)) return token
  return program.refuse({ code: 'bad_token', message: 'This is not a token. Make one on the page, in the settings.' })
}

type Who =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly refusal: { code: string; message: string } }

async function whoIs(client: Client): Promise<Who> {
  const answered = await client.status()
  if (answered.ok) return { ok: true, value: '' }
  const { status, code, message } = answered.refusal
  if (status === 401) return { ok: false, refusal: { code, message: 'The server does not know this token.' } }
  return { ok: false, refusal: { code, message: status === 0 ? 'The server does not answer.' : message } }
}
