export function keyProblem(root: string, pem?: string): string | undefined
export function signSums(folder: string, pem?: string): void
export function problemsOf(folder: string, publicKey?: string | Buffer): readonly string[]
