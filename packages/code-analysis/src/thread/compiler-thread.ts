import { relative } from 'node:path'
import { serveThread } from '@convene/platform'
import { type CompilerDiagnosis, compilerDiagnosis, type DiagnoseRequest } from '../compiler/diagnose.ts'
import type { Edge } from '../edges/edge.ts'
import { examineFile, findEdges } from '../edges/rules/find-edges.ts'
import { unitsOf } from '../edges/units.ts'
import { type Skeleton, type SkeletonRequest, writeSkeleton } from '../skeleton/write-skeleton.ts'

/** Requests to the compiler's thread, and its answers. Paths are real and absolute. */
export type CompilerRequest =
  | ({ readonly want: 'diagnosis' } & DiagnoseRequest)
  | { readonly want: 'edges'; readonly root: string; readonly path: string; readonly unit?: string }
  | ({ readonly want: 'skeleton' } & SkeletonRequest)

export type EdgeReport = { readonly edges: readonly Edge[]; readonly units: readonly string[] }

export type CompilerAnswer = {
  readonly diagnosis?: CompilerDiagnosis
  readonly edges?: EdgeReport
  readonly skeleton?: Skeleton
}

serveThread(async (request: CompilerRequest): Promise<CompilerAnswer> => {
  switch (request.want) {
    case 'diagnosis':
      return { diagnosis: compilerDiagnosis(request) }
    case 'edges': {
      const examined = examineFile(request.root, request.path)
      const units = unitsOf(examined.file).map(({ name }) => name)
      return { edges: { edges: findEdges(examined, request.unit), units } }
    }
    case 'skeleton': {
      const skeleton = writeSkeleton(request)
      return { skeleton: { ...skeleton, testPath: relative(request.root, skeleton.testPath) } }
    }
  }
})
