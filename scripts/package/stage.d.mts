/** A program folder as it is installed. */
export type Staged = {
  readonly folder: string
  readonly manifest: { readonly version: string; readonly dependencies: { readonly [name: string]: string } }
}
export const root: string
export function stageProgram(folder: string): Promise<Staged>
export function stageCommands(folder: string): Promise<Staged['manifest']>
/** The manifest's repository entry, if a workflow says which repository it is. */
export function repositoryOf(environment: NodeJS.ProcessEnv): {
  readonly repository?: { readonly type: 'git'; readonly url: string }
}
