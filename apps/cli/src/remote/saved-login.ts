import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '@convene/domain'
import { replaceFile } from '@convene/platform'
import { z } from 'zod'
import type { CliProgram } from '../program.ts'

/** The server that this computer is logged in to. Its token is stored like API keys. */
const SavedLogin = z.object({ server: z.string().refine((text) => serverOrigin(text).ok) })
export type SavedLogin = z.infer<typeof SavedLogin>

const TOKEN = 'CONVENE_LOGIN_TOKEN'

const fileIn = (home: string): string => join(home, 'login.json')

/** Undefined if there is none, or if the file is damaged: `convene login` then writes it again. */
export function savedLogin(home: string): SavedLogin | undefined {
  try {
    return SavedLogin.parse(JSON.parse(readFileSync(fileIn(home), 'utf8')))
  } catch {
    return undefined
  }
}

export async function savedToken(program: CliProgram): Promise<string | undefined> {
  return (await program.withKeys()).environment[TOKEN]
}

export async function saveLogin(program: CliProgram, login: SavedLogin, token: string): Promise<Result<string>> {
  const kept = await (await program.keys()).keep(TOKEN, token)
  if (!kept.ok) return kept
  replaceFile(fileIn(program.home), `${JSON.stringify(login)}\n`)
  return { ok: true, value: kept.value.label }
}

export async function forgetLogin(program: CliProgram): Promise<Result<void>> {
  rmSync(fileIn(program.home), { force: true })
  const keys = await program.keys()
  return keys.list().some(({ variable }) => variable === TOKEN) ? keys.forget(TOKEN) : { ok: true, value: undefined }
}

/** The origin of a server. Tokens are sent there, so plain HTTP is for this machine only. */
export function serverOrigin(text: string): Result<string> {
  const url = URL.parse(/^[a-z]+:\/\//iu.test(text) ? text : `https://${text}`)
  const refused = (message: string): Result<never> => ({ ok: false, refusal: { code: 'bad_server', message } })
  if (!url || !['https:', 'http:'].includes(url.protocol))
    return refused(
      `Invalid server address "${text}". Use the address of its page, such as https://convene.example.com.`,
    )
  const isLocal = /^(127(\.\d+){3}|\[::1\]|localhost)$/u.test(url.hostname)
  if (url.protocol === 'http:' && !isLocal)
    return refused(`${url.origin} is not encrypted: others on the network could read your token. Use https.`)
  return { ok: true, value: url.origin }
}
