export const solve = () => 42
