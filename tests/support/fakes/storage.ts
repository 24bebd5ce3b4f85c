/** The parts of a browser's storage that a sign-in uses. */
export function createStorage() {
  // As in a browser, each item is a property of the storage itself, and each method one of its prototype.
  return Object.create({
    getItem(key: string) {
      return Object.hasOwn(this, key) ? Reflect.get(this, key) : null
    },
    setItem(key: string, value: string) {
      Reflect.set(this, key, value)
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key)
    },
    key(index: number) {
      return Object.keys(this)[index] ?? null
    },
    get length() {
      return Object.keys(this).length
    },
  })
}
