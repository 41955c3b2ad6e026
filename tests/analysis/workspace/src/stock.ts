export type Stock = Record<string, { count: number; shelf: string }>

// 9
export function shelfOf(stock: Stock, sku: string): string {
  return stock[sku].shelf
}

export function shelfOrUnknown(stock: Stock, sku: string): string {
  return sku in stock ? stock[sku].shelf : 'unknown'
}

// 10
export function reserve(reserved: Map<string, number>, sku: string, count: number): number {
  const before = reserved.get(sku)!
  return before + count
}

export function release(reserved: Map<string, number>, sku: string, count: number): number {
  if (!reserved.has(sku)) return 0
  const before = reserved.get(sku)!
  return Math.max(0, before - count)
}

// 11
export function pages<T>(items: readonly T[], size: number): T[][] {
  const result: T[][] = []
  for (let start = 0; start < items.length; start += size) {
    result.push(items.slice(start, start + size))
  }
  return result
}

export function pagesOf<T>(items: readonly T[], size: number): T[][] {
  if (!Number.isInteger(size) || size < 1) throw new RangeError('a page holds at least one item')
  const result: T[][] = []
  for (let start = 0; start < items.length; start += size) {
    result.push(items.slice(start, start + size))
  }
  return result
}

// 12
export function lowest(counts: number[]): number[] {
  return counts.sort().slice(0, 3)
}

export function highest(counts: readonly number[]): number[] {
  return [...counts].sort((one, other) => other - one).slice(0, 3)
}

// 13
export function latest<T>(history: T[], count: number): T[] {
  return history.slice(-count)
}

export function earliest<T>(history: T[], count: number): T[] {
  return history.slice(0, count)
}

// 14
export function dropEmpty(counts: number[]): void {
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === 0) counts.splice(at, 1)
  }
}

export function dropNegative(counts: number[]): void {
  for (let at = counts.length - 1; at >= 0; at--) {
    if (counts[at] < 0) counts.splice(at, 1)
  }
}

// 15
export function fullest(counts: number[]): number {
  return Math.max(...counts)
}

export function emptiest(counts: number[]): number {
  return counts.length > 0 ? Math.min(...counts) : 0
}

// 16
export function retryDelay(attempt: number, options: { base?: number }): number {
  const base = options.base || 100
  return base * 2 ** attempt
}

export function retryDelayAtMost(attempt: number, options: { base?: number }): number {
  const base = options.base ?? 100
  return base * 2 ** Math.min(attempt, 10)
}
