import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { cleanLine } from '@convene/domain'
import { type Client, createClient, httpHost } from '@convene/protocol'
import type { Input } from '../command-line/input.ts'
import { askSecret } from '../keys/ask-secret.ts'
import type { CliProgram } from '../program.ts'
import { hasDisplay, openInBrowser } from '../server/open-browser.ts'
import { exitCodeOf } from '../terminal/interrupts.ts'
import { printNote } from '../terminal/print.ts'
import { forgetLogin, savedLogin, savedToken, saveLogin, serverOrigin } from './saved-login.ts'

const LOOK_MS = 2_000
const PATIENCE_MS = 600_000

/** `convene login`: lets this computer use a team server as you. */
export async function login(program: CliProgram, input: Input): Promise<number> {
  const origin = serverOrigin(input.words[0] ?? '')
  if (!origin.ok) return program.refuse(origin.refusal)
  const server = origin.value
  const token = input.flag('token') ? await pastedToken(program) : await confirmedToken(program, server)
  if (typeof token === 'number') return token
  const who = await whoIs(clientOf(server, token))
  if (!who.ok) return program.refuse(who.refusal)
  const saved = await saveLogin(program, { server }, token)
  if (!saved.ok) return program.refuse(saved.refusal)
  program.terminal.err.write(`Logged in to ${server}${who.value}. The token is stored in ${saved.value}.\n`)
  printNote(
    program,
    'Commands now use the runs, sessions and approvals on the server. Add --local for those on this machine.',
  )
  return 0
}

/** `convene logout`: forgets the server, and revokes the token there. */
export async function logout(program: CliProgram): Promise<number> {
  const saved = savedLogin(program.home)
  if (!saved) {
    printNote(program, 'Not logged in to a server.')
    return 0
  }
  const token = await savedToken(program)
  const ended = token === undefined ? undefined : await clientOf(saved.server, token).logout({})
  const forgotten = await forgetLogin(program)
  if (!forgotten.ok) return program.refuse(forgotten.refusal)
  program.terminal.err.write(`Logged out of ${saved.server}.\n`)
  if (ended && !ended.ok && ended.refusal.status === 0)
    printNote(program, 'The server did not answer, so the token is still valid there. Revoke it in its settings.')
  return 0
}

export const clientOf = (server: string, token: string): Client => createClient(httpHost({ base: server, token }))

async function pastedToken(program: CliProgram): Promise<string | number> {
  const { terminal } = program
  const given = terminal.canAsk ? await askSecret(program, 'Token: ') : await terminal.readAll()
  if (given === null) return exitCodeOf.SIGINT
  const token = given.trim()
  if (/^[\w-]+$/u.test(token)) return token
  return program.refuse({ code: 'bad_token', message: 'This is not a token. Create one on the page, in the settings.' })
}

/**
 * The token is created here and never leaves this computer in plain text: the page confirms its hash. The user types
 * the code, which is part of the hash: somebody who was only sent a link has no terminal that shows it.
 */
async function confirmedToken(program: CliProgram, server: string): Promise<string | number> {
  const token = `convene_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(token).digest('hex')
  const started = await createClient(httpHost({ base: server })).startConnect({ hash })
  if (!started.ok) return program.refuse(started.refusal)
  const { ticket } = started.value
  const name = hostname().slice(0, 60)
  const link = `${server}/#/connect/${[hash, ticket, name].map(encodeURIComponent).join('/')}`
  const { err } = program.terminal
  err.write(`Open this link in a browser and enter the code ${err.style.bold(codeOf(hash))}:\n${link}\n`)
  if (hasDisplay(program.environment)) openInBrowser(link, program.environment)
  const stopped = Promise.withResolvers<'stopped'>()
  const deafen = program.interrupts.listen(() => stopped.resolve('stopped'))
  try {
    const end = await Promise.race([stopped.promise, untilKnown(clientOf(server, token), program.now)])
    if (end === 'known') return token
    if (end === 'stopped') return exitCodeOf.SIGINT
  } finally {
    deafen()
  }
  return program.refuse({ code: 'no_login', message: 'Nobody confirmed the login within 10 minutes. Try again.' })
}

/** `8F3A-01BC`. */
const codeOf = (hash: string): string => `${hash.slice(0, 4)}-${hash.slice(4, 8)}`.toUpperCase()

async function untilKnown(client: Client, now: () => number): Promise<'known' | 'late'> {
  for (const until = now() + PATIENCE_MS; now() < until; ) {
    if ((await client.me()).ok) return 'known'
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return 'late'
}

type Who =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly refusal: { code: string; message: string } }

async function whoIs(client: Client): Promise<Who> {
  const me = await client.me()
  if (me.ok)
    return {
      ok: true,
      value: me.value ? ` as ${cleanLine(me.value.person.name)}, in the space ${cleanLine(me.value.space.name)}` : '',
    }
  const { status, code, message } = me.refusal
  if (status === 401) return { ok: false, refusal: { code, message: 'The server does not know this token.' } }
  return { ok: false, refusal: { code, message: status === 0 ? 'The server does not answer.' : message } }
}
