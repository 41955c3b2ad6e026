import type { AbortSignal } from '@convene/engine'
import { type ThreadReply, thread } from '@convene/platform'
import type { CompilerDiagnosis, DiagnoseRequest } from '../compiler/diagnose.ts'
import type { Skeleton, SkeletonRequest } from '../skeleton/write-skeleton.ts'
import type { CompilerAnswer, CompilerRequest, EdgeReport } from './compiler-thread.ts'

/** The TypeScript compiler, in a separate thread. */
export type Compiler = {
  diagnose(request: DiagnoseRequest, signal: AbortSignal): Promise<ThreadReply<CompilerDiagnosis>>
  findEdges(request: EdgeRequest, signal: AbortSignal): Promise<ThreadReply<EdgeReport>>
  writeSkeleton(request: SkeletonRequest, signal: AbortSignal): Promise<ThreadReply<Skeleton>>
  close(): Promise<void>
}

export type EdgeRequest = { readonly root: string; readonly path: string; readonly unit?: string }

const LIMIT_MS = 150_000
const MEMORY_MB = 2_048

/** Starts on the first request. Reads only inside the given root, runs none of its code and writes nothing. */
export function compiler(limits: { readonly limitMs?: number; readonly memoryMb?: number } = {}): Compiler {
  const working = thread<CompilerRequest, CompilerAnswer>({
    entry: new URL('./compiler-thread.ts', import.meta.url),
    limitMs: limits.limitMs ?? LIMIT_MS,
    memoryMb: limits.memoryMb ?? MEMORY_MB,
  })
  const ask = async <Part extends keyof CompilerAnswer>(
    part: Part,
    request: CompilerRequest,
    signal: AbortSignal,
  ): Promise<ThreadReply<NonNullable<CompilerAnswer[Part]>>> => {
    const reply = await working.ask(request, signal)
    if (!reply.ok) return reply
    const answer = reply.answer[part]
    return answer === undefined ? { ok: false, why: 'The compiler had no answer.' } : { ok: true, answer }
  }
  return {
    diagnose: (request, signal) => ask('diagnosis', { want: 'diagnosis', ...request }, signal),
    findEdges: (request, signal) => ask('edges', { want: 'edges', ...request }, signal),
    writeSkeleton: (request, signal) => ask('skeleton', { want: 'skeleton', ...request }, signal),
    close: working.close,
  }
}
