import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** One measured ratio. `bar` is the maximum, `atLeast` the minimum, `aim` what we would like. */
export type Finding = {
  readonly name: string
  readonly ratio: number
  readonly bar?: number
  readonly atLeast?: number
  readonly aim?: number
  readonly values?: object
}

export const holds = ({ ratio, bar, atLeast }: Finding): boolean =>
  (bar === undefined || ratio <= bar) && (atLeast === undefined || ratio >= atLeast)

/** Prints the findings, and saves them with the machine and the versions. Other findings of the same day stay. */
export function report(findings: readonly Finding[]): void {
  for (const finding of findings) console.log(line(finding))
  const at = new Date().toISOString()
  const file = fileURLToPath(new URL(`./results/${at.slice(0, 10)}.json`, import.meta.url))
  const names = new Set(findings.map(({ name }) => name))
  const earlier = findingsIn(file).filter(({ name }) => !names.has(name))
  const result = { at, machine: machine(), versions: versions(), findings: [...earlier, ...findings.map(rounded)] }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}

const findingsIn = (file: string): readonly Finding[] =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).findings : []

function line(finding: Finding): string {
  const { name, ratio, bar, atLeast, aim } = finding
  const wanted =
    bar !== undefined
      ? `at most ${bar}`
      : atLeast !== undefined
        ? `at least ${atLeast}`
        : aim !== undefined
          ? `aim ${aim}`
          : ''
  const mark = bar === undefined && atLeast === undefined ? ' ' : holds(finding) ? '✓' : '✗'
  return `${mark} ${ratio.toFixed(2).padStart(7)}  ${name}${wanted && `  (${wanted})`}`
}

const round = (value: unknown): unknown =>
  typeof value === 'number'
    ? Number(value.toPrecision(4))
    : value && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, round(inner)]))
      : value

const rounded = (finding: Finding) => ({ ...(round(finding) as Finding), holds: holds(finding) })

const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${process.platform} ${release()}`,
})

function versions() {
  const manifest = (path: string) =>
    JSON.parse(readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')).version
  return {
    node: process.version,
    sqlite: process.versions.sqlite,
    convene: manifest('../package.json'),
    ai: manifest('../node_modules/ai/package.json'),
    provider: manifest('../node_modules/@ai-sdk/openai-compatible/package.json'),
  }
}
