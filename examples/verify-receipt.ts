// Checks a receipt with nothing but Node: node verify-receipt.ts receipt.jsonl
// It follows the specification in the guide and shares no code with Convene. It does not work the results out again.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const hash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** What is wrong with a receipt, or undefined if nothing is. */
export function problemIn(bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return 'it is not UTF-8'
  }
  if (!text.endsWith('\n')) return 'its end is missing'
  const lines = text.slice(0, -1).split('\n')
  const last = lines.pop() ?? ''
  const body = text.slice(0, text.length - last.length - 1)
  const header = parsed(lines.shift() ?? '')
  if (header?.receipt !== 1) return 'the first line is no header of format 1'
  if (header.events !== lines.length) return 'the number of events is wrong'
  return chainProblem(header, lines) ?? signatureProblem(body, last)
}

type Line = { readonly [field: string]: unknown }

function parsed(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Line) : undefined
  } catch {
    return undefined
  }
}

function chainProblem(header: Line, lines: readonly string[]): string | undefined {
  const links = [hash(`convene chain 1\n${header.session}`)]
  for (const [index, text] of lines.entries()) {
    const place = `event ${index + 1}`
    const line = parsed(text)
    if (!line) return `${place} is not valid JSON`
    const commitment = line.left ?? (line.sealed === undefined ? '' : hash(`${line.salt}\n${line.sealed}`))
    const link = hash(`${links[index]}\n${commitment}\n${line.event}`)
    if (link !== line.link) return `${place} does not fit the chain`
    links.push(link)
    const event = parsed(String(line.event))
    if (event?.seq !== index + 1) return `${place} is another event`
    const problem = sealProblem(event, place) ?? headProblem(event, links, place)
    if (problem) return problem
  }
  return links.at(-1) === header.head ? undefined : 'the head of the chain is wrong'
}

/** A vote must be the one that was sealed when it was cast. */
function sealProblem(event: Line, place: string): string | undefined {
  const data = (event.data ?? {}) as Line
  const seal = data.seal as Line | undefined
  if (event.type !== 'decision.voted' || !seal) return undefined
  const { decision, voter, option, confidence = null, probabilities = null, abstains = false, casting = false } = data
  const ballot = JSON.stringify([decision, voter, option, confidence, probabilities, abstains, casting])
  return hash(`convene ballot 1\n${seal.salt}\n${ballot}`) === seal.hash ? undefined : `${place} is not the sealed vote`
}

/** The end of a run names an earlier link. */
function headProblem(event: Line, links: readonly string[], place: string): string | undefined {
  const head = ((event.data ?? {}) as Line).head as { seq: number; link: string } | undefined
  if (event.type !== 'run.finished' || !head) return undefined
  return links[head.seq] === head.link ? undefined : `${place} names another chain`
}

function signatureProblem(body: string, last: string): string | undefined {
  const { key, signature } =
    /^\{"key":"(?<key>[0-9a-f]{64})","signature":"(?<signature>[0-9a-f]{128})"\}$/.exec(last)?.groups ?? {}
  if (!key || !signature) return 'the last line is no signature'
  try {
    const x = Buffer.from(key, 'hex').toString('base64url')
    const known = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const signed = Buffer.from(`convene receipt 1\n${hash(body)}`)
    return verify(null, signed, known, Buffer.from(signature, 'hex')) ? undefined : 'the signature does not fit'
  } catch {
    return 'the key is no Ed25519 key'
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = problemIn(readFileSync(process.argv[2] ?? ''))
  console.log(problem ? `Not valid: ${problem}` : 'Valid')
  process.exitCode = problem ? 1 : 0
}
