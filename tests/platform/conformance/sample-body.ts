/** A value for each field of any body. They have the right form, but name nothing that exists. */
export const sampleBody = (name: string) => ({
  flag: 'none',
  name,
  joinToken: 'none',
  scoreGroup: 'none',
})
