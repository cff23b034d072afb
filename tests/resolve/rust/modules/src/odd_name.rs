pub fn strange() {}
