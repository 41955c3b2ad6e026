import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Resource } from '@convene/domain'
import type { AbortSignal, ToolOutput } from '@convene/engine'
import { z } from 'zod'
import { insideOf } from '../path/resolve-path.ts'
import { showHidden } from '../shell/hidden.ts'
import { readShell } from '../shell/read-shell.ts'
import { realPath } from '../shell/real-path.ts'
import type { Tool, ToolContext } from '../tool.ts'
import type { OutputLimits } from './captured-output.ts'
import { capturedOutput, outputLimits } from './captured-output.ts'
import { commandArtifacts } from './command-artifacts.ts'
import { commandEnvironment, userHome } from './command-environment.ts'
import { findSecrets } from './find-secrets.ts'
import { namedFiles } from './named-files.ts'
import { prepareCommand } from './prepare.ts'
import { marker } from './process-tree.ts'
import { hitLimits, type ResourceLimits, resourceLimitText, usualResourceLimits } from './resource-limits.ts'
import { type CommandEnd, runCommand } from './run-command.ts'
import { confine, findSandbox, type Sandbox } from './sandbox.ts'

const longestMs = 600_000
/** Default time limit of a command. */
const usualMs = 180_000

const BashInput = z.object({
  command: z.string().describe('The bash command line.'),
  description: z.string().max(200).optional().describe('What it does, in a few words, for the user who approves it.'),
  timeoutMs: z.number().int().min(1).max(longestMs).optional().describe(`Time limit. Default: ${usualMs}.`),
  workdir: z.string().optional().describe('The folder to run it in. Default: the workspace.'),
  network: z.boolean().optional().describe('Whether it needs the network. Needs separate approval.'),
  secrets: z
    .boolean()
    .optional()
    .describe(
      'Whether it needs files with keys or credentials, such as .env, which otherwise appear empty. Needs separate approval.',
    ),
})
type BashInput = z.infer<typeof BashInput>

export type BashToolOptions = {
  /** Convene's data folder. Long outputs are stored in its `outputs/`. */
  readonly home: string
  readonly environment?: { readonly [name: string]: string | undefined }
  readonly sandbox?: Sandbox
  /** No command runs without a sandbox: several people share the machine. */
  readonly needsSandbox?: boolean
  readonly limits?: OutputLimits
  /** Resource limits of a sandboxed command. */
  readonly resources?: ResourceLimits
}

/** The `bash` tool: runs a command in the workspace, sandboxed if the system supports it, and ends all its children. */
export const bashTool = (options: BashToolOptions): Tool<BashInput> => ({
  name: 'bash',
  description:
    'Runs a bash command line in the workspace and returns its output and exit code. ' +
    'Output over 2,000 lines or 50 KB is cut in the middle and saved to a file. Processes it starts end with it.',
  input: BashInput,
  permission: 'bash',
  readOnly: false,
  reaches: ['commands'],
  timeoutMs: longestMs,
  inspect: (input, context) => inspect(input, context, options),
  run: (input, context, signal) => run(input, { options, context, signal }),
})

async function inspect(input: BashInput, context: ToolContext, options: BashToolOptions): Promise<readonly Resource[]> {
  const folder = folderOf(input, context)
  const sandbox = options.sandbox ?? (await findSandbox())
  // It will not run, so there is nothing to ask about.
  if (options.needsSandbox && sandbox.kind === 'none') return []
  const { resources, used } = await readShell(input.command, { folder, home: userHome(options.environment) })
  const isOutside = relative(context.workspace, folder).startsWith('..')
  const touched: readonly Resource[] = [
    ...resources.flatMap((resource) => placed(resource, context)).map((resource) => shownAs(resource, input, sandbox)),
    ...(sandbox.kind === 'none' ? namedFiles(used, context) : []),
    ...(isOutside ? [{ permission: 'external_directory', target: folder }] : []),
    ...(input.network
      ? [{ permission: 'network', target: input.command, note: 'The command requests network access.' }]
      : []),
    ...(input.secrets ? await wantedSecrets(context) : []),
  ]
  const isOffline = sandbox.kind !== 'none' && !input.network
  return touched.map((resource) => ({ ...resource, beyond: isOffline ? ['files'] : ['files', 'network'] }))
}

/** Every secret file the command would see, judged as if the command read it. */
async function wantedSecrets({ workspace }: ToolContext): Promise<readonly Resource[]> {
  const secrets = await findSecrets(workspace, new AbortController().signal)
  const note = 'It may contain keys or credentials, and the command requests access to it.'
  return secrets.map((target) => ({
    permission: 'read',
    target,
    absolute: join(workspace, target),
    verdict: 'ask',
    note,
  }))
}

/** Files that the command line reads and writes, as rules see them: by workspace path, or as outside the workspace. */
function placed(resource: Resource, { workspace }: ToolContext): readonly Resource[] {
  const { permission, target } = resource
  if (permission === 'bash' || !isAbsolute(target)) return [resource]
  const inside = insideOf(workspace, target)
  if (inside !== undefined) return [{ ...resource, target: inside, absolute: target }]
  return [resource, { permission: 'external_directory', target }]
}

const folderOf = ({ workdir = '.' }: BashInput, { workspace }: ToolContext): string =>
  realPath(resolve(workspace, workdir))

function shownAs(resource: Resource, { command, description }: BashInput, sandbox: Sandbox): Resource {
  const unsandboxed = sandbox.kind === 'none' ? `unsandboxed: ${sandbox.why}` : undefined
  const note = [unsandboxed, resource.note].filter((text) => text !== undefined).join('; ')
  // On one line: otherwise the model could write a harmless command above the one that runs.
  const purpose = description && showHidden(description.replace(/\s+/g, ' '))
  const line = showHidden(command)
  const preview = [unsandboxed && `(${unsandboxed})`, purpose, `$ ${line}`].filter(Boolean).join('\n')
  return {
    ...resource,
    ...(note && { note }),
    ...(unsandboxed && { unsandboxed: true }),
    command: { line, ...(purpose && { purpose }) },
    preview,
  }
}

const noSandbox = (why: string): string =>
  `Not run: on a server for several people, commands run only in a sandbox, and this one has none (${why}). Its operator can install bubblewrap.`

type Run = { readonly options: BashToolOptions; readonly context: ToolContext; readonly signal: AbortSignal }

const logPath = ({ home }: BashToolOptions, { session, task, call }: ToolContext): string =>
  join(home, 'outputs', session, `${task.replaceAll('/', '_')}-${call}.log`)

async function run(input: BashInput, { options, context, signal }: Run): Promise<ToolOutput> {
  const sandbox = options.sandbox ?? (await findSandbox())
  if (options.needsSandbox && sandbox.kind === 'none') return { ok: false, output: noSandbox(sandbox.why) }
  const mark = randomUUID()
  const own = options.environment ?? process.env
  const environment: { readonly [name: string]: string } = { ...commandEnvironment(own), [marker]: mark }
  const folder = folderOf(input, context)
  const path = logPath(options, context)
  const output = capturedOutput(path, options.limits ?? outputLimits)
  const timeoutMs = input.timeoutMs ?? usualMs
  const isConfined = sandbox.kind !== 'none'
  const { command } = input
  const limits = options.resources ?? usualResourceLimits()
  const { to, release } = await prepareCommand({ command, isConfined, options, context, signal })
  const notes: string[] = []
  let end: CommandEnd
  try {
    const network = input.network === true
    const confined = confine(sandbox, command, { ...to, folder, network, environment, limits })
    const around = isConfined ? { PATH: environment.PATH ?? '' } : environment
    const request = { ...confined, folder, environment: around, mark, isConfined, timeoutMs, limits, output }
    end = await runCommand(request, signal)
  } finally {
    notes.push(...(await release()))
  }
  const { text, truncated } = output.finish()
  if (isConfined) notes.unshift(...hitLimits(text, end.code, limits))
  const isOk = end.reason === 'exit' && end.code === 0
  const told = [text.trimEnd(), summary(end, timeoutMs, limits), ...notes].join('\n').trim()
  const artifacts = commandArtifacts({ command, ok: isOk, output: told, log: truncated ? path : undefined })
  return { ok: isOk, output: told, truncated, ...(artifacts.length > 0 && { artifacts }) }
}

function summary(end: CommandEnd, timeoutMs: number, limits: ResourceLimits): string {
  const took = `${(end.elapsedMs / 1000).toFixed(1)} s`
  switch (end.reason) {
    case 'exit':
      return `[exit code ${end.code}${signalName(end.code)}, ${took}]`
    case 'signal':
      return `[ended by ${end.signal}, ${took}]`
    case 'timeout':
      return `[stopped at its time limit of ${timeoutMs / 1000} s; everything it started was ended]`
    case 'stopped':
      return `[stopped after ${took}; everything it started was ended]`
    case 'limit':
      return `[ended after ${took}: it used more than ${resourceLimitText(end.limit ?? 'processes', limits)}]`
    case 'not started':
      return `[not started: ${end.error}]`
  }
}

/** A shell reports a signal that ended its command as an exit code above 128. */
function signalName(code = 0): string {
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
  return name === undefined ? '' : `: ended by ${name}`
}
