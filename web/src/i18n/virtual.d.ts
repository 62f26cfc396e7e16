declare module "virtual:words/*" {
  const catalogue: import("./language.svelte").Catalogue;
  export default catalogue;
}
