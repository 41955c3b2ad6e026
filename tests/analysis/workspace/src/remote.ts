export type Send = (path: string, body: unknown) => Promise<{ status: number }>
export type Load = (id: string) => Promise<{ id: string; next?: string }>

// 26
export async function notifyAll(send: Send, users: string[]): Promise<number> {
  users.forEach(async (user) => {
    await send('/notify', { user })
  })
  return users.length
}

export async function greetAll(send: Send, users: string[]): Promise<number> {
  const answers = await Promise.all(users.map((user) => send('/greet', { user })))
  return answers.filter(({ status }) => status === 200).length
}

// 27
export async function audit(send: Send, event: string): Promise<void> {
  send('/audit', { event })
  try {
    await send('/metrics', { event })
  } catch {}
}

export async function report(send: Send, event: string): Promise<boolean> {
  try {
    await send('/report', { event })
    return true
  } catch {
    return false
  }
}

// 28
export function warmUp(load: Load, id: string): string {
  load(id).then((item) => {
    cache.set(item.id, item)
  })
  return id
}

const cache = new Map<string, { id: string }>()

export async function prefetch(load: Load, id: string): Promise<boolean> {
  return load(id).then(
    (item) => cache.set(item.id, item).has(id),
    () => false,
  )
}

// 29
export function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

export function sizeOf(value: unknown, seen = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null || seen.has(value)) return 0
  seen.add(value)
  return Object.values(value).reduce<number>((sum, inner) => sum + sizeOf(inner, seen), 1)
}
