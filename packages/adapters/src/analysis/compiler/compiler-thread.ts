import { serve } from '../thread/serve.ts'
import { type DiagnoseRequest, type Diagnosis, diagnose } from './diagnose.ts'

/** What can be asked of the compiler. */
export type CompilerRequest = DiagnoseRequest
export type CompilerAnswer = Diagnosis

serve(async (request: CompilerRequest): Promise<CompilerAnswer> => diagnose(request))
